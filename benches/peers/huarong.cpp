// Huarong, the straightforward contest way: one breadth-first search for each ordered pair of sides
// of each cell, then SPFA over (cell, side) for each question. Reads the contest's format, with the
// cells of the grid separated by blanks. With -DSTOP_EARLY an inner search ends at its goal.
#include <cstdio>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

static const int INF = 1000000000;
static const int DR[4] = {-1, 0, 0, 1};
static const int DC[4] = {0, -1, 1, 0};

int n, m, q;
vector<vector<int>> open_cell;

bool is_open(int r, int c) { return r >= 0 && r < n && c >= 0 && c < m && open_cell[r][c]; }

// Steps of the blank from (r1, c1) to (r2, c2) without entering (br, bc).
int walk(int r1, int c1, int r2, int c2, int br, int bc) {
    if (r1 == r2 && c1 == c2) return 0;
    static vector<int> dist;
    dist.assign(n * m, -1);
    queue<int> todo;
    dist[r1 * m + c1] = 0;
    todo.push(r1 * m + c1);
    while (!todo.empty()) {
        int v = todo.front();
        todo.pop();
        int r = v / m, c = v % m;
        for (int d = 0; d < 4; d++) {
            int rr = r + DR[d], cc = c + DC[d];
            if (!is_open(rr, cc) || (rr == br && cc == bc) || dist[rr * m + cc] >= 0) continue;
            dist[rr * m + cc] = dist[v] + 1;
#ifdef STOP_EARLY
            if (rr == r2 && cc == c2) return dist[rr * m + cc];
#endif
            todo.push(rr * m + cc);
        }
    }
    int steps = dist[r2 * m + c2];
    return steps < 0 ? INF : steps;
}

struct Edge {
    int to, cost;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> n >> m >> q;
    open_cell.assign(n, vector<int>(m));
    for (auto& row : open_cell)
        for (int& cell : row) cin >> cell;
    // State 4 * cell + d: the piece is on the cell, the blank on its side d.
    vector<vector<Edge>> edges(4 * n * m);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < m; c++) {
            if (!open_cell[r][c]) continue;
            for (int d = 0; d < 4; d++) {
                int rr = r + DR[d], cc = c + DC[d];
                if (!is_open(rr, cc)) continue;
                int state = 4 * (r * m + c) + d;
                edges[state].push_back({4 * (rr * m + cc) + 3 - d, 1});
                for (int e = 0; e < 4; e++) {
                    if (e == d || !is_open(r + DR[e], c + DC[e])) continue;
                    int cost = walk(rr, cc, r + DR[e], c + DC[e], r, c);
                    if (cost < INF) edges[state].push_back({4 * (r * m + c) + e, cost});
                }
            }
        }
    while (q--) {
        int er, ec, sr, sc, tr, tc;
        cin >> er >> ec >> sr >> sc >> tr >> tc;
        er--, ec--, sr--, sc--, tr--, tc--;
        if (sr == tr && sc == tc) {
            cout << "0\n";
            continue;
        }
        vector<int> dist(4 * n * m, INF);
        vector<char> queued(4 * n * m, 0);
        queue<int> todo;
        for (int d = 0; d < 4; d++) {
            int rr = sr + DR[d], cc = sc + DC[d];
            if (!is_open(rr, cc)) continue;
            int cost = walk(er, ec, rr, cc, sr, sc);
            if (cost == INF) continue;
            int state = 4 * (sr * m + sc) + d;
            dist[state] = cost;
            queued[state] = 1;
            todo.push(state);
        }
        while (!todo.empty()) {
            int state = todo.front();
            todo.pop();
            queued[state] = 0;
            for (const Edge& edge : edges[state]) {
                if (dist[state] + edge.cost >= dist[edge.to]) continue;
                dist[edge.to] = dist[state] + edge.cost;
                if (!queued[edge.to]) {
                    queued[edge.to] = 1;
                    todo.push(edge.to);
                }
            }
        }
        int best = INF;
        for (int d = 0; d < 4; d++) best = min(best, dist[4 * (tr * m + tc) + d]);
        cout << (best == INF ? -1 : best) << "\n";
    }
}
