// The straightforward program for magic: iostream, a queue, and a table of int distances from the
// goal backward, one sweep a board. Input and output are those of the contest.
//
//     g++ -O2 -std=c++17 -o magic benches/peers/magic.cpp && ./magic < boards.txt

#include <iostream>
#include <queue>
#include <vector>

using namespace std;


// A symmetry: does it exchange rows and columns, and which way do rows and columns run after that.
struct Symmetry { int exchanged, rows, columns; };

static int numberOf(Symmetry s) { return s.exchanged * 4 + (s.rows < 0) * 2 + (s.columns < 0); }
static Symmetry symmetryOf(int id) { return {id / 4, id & 2 ? -1 : 1, id & 1 ? -1 : 1}; }

static Symmetry after(int op, Symmetry s) {
    switch (op) {
        case 2: return {1 - s.exchanged, s.columns, s.rows};
        case 3: return {1 - s.exchanged, s.columns, -s.rows};
        case 4: return {s.exchanged, s.rows, -s.columns};
        case 5: return {s.exchanged, -s.rows, s.columns};
        default: return s;
    }
}

// What the goal looks like at (r, c) when it is moved by a symmetry with the number 1 at (row, column).
static bool isMotion(const vector<int> &board, int n, int id, int row, int column) {
    Symmetry s = symmetryOf(id);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            int r = s.exchanged ? j : i, c = s.exchanged ? i : j;
            r = ((row + s.rows * r) % n + n) % n;
            c = ((column + s.columns * c) % n + n) % n;
            if (board[r * n + c] != i * n + j + 1) return false;
        }
    }
    return true;
}

int main() {
    int boards;
    cin >> boards;
    while (boards-- > 0) {
        int n;
        cin >> n;
        vector<int> board(n * n);
        int row = 0, column = 0;
        for (int i = 0; i < n * n; ++i) {
            cin >> board[i];
            if (board[i] == 1) row = i / n, column = i % n;
        }
        vector<int> distance(8 * n * n, -1);
        queue<int> open;
        // On small boards several symmetries show the same board, so the goal has several codes.
        vector<int> goal(n * n);
        for (int i = 0; i < n * n; ++i) goal[i] = i + 1;
        for (int id = 0; id < 8; ++id) {
            if (isMotion(goal, n, id, 0, 0)) {
                distance[id * n * n] = 0;
                open.push(id * n * n);
            }
        }
        // Which symmetry an operation must have come from, for each of them.
        int before[6][8];
        for (int op = 0; op < 6; ++op)
            for (int id = 0; id < 8; ++id) before[op][numberOf(after(op, symmetryOf(id)))] = id;
        while (!open.empty()) {
            int code = open.front();
            open.pop();
            int id = code / (n * n), r = code / n % n, c = code % n;
            int from[6][2] = {{r, (c + n - 1) % n}, {(r + n - 1) % n, c}, {c, r},
                              {n - 1 - c, r},       {r, n - 1 - c},       {n - 1 - r, c}};
            for (int op = 0; op < 6; ++op) {
                int next = before[op][id] * n * n + from[op][0] * n + from[op][1];
                if (distance[next] < 0) {
                    distance[next] = distance[code] + 1;
                    open.push(next);
                }
            }
        }
        int answer = -1;
        for (int id = 0; id < 8 && answer < 0; ++id)
            if (isMotion(board, n, id, row, column)) answer = distance[id * n * n + row * n + column];
        cout << answer << '\n';
    }
}
