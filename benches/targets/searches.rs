//! Each search on each store beside a loop written for the same job and beside a peer.

use criterion::{Criterion, criterion_group, criterion_main};
use statewalk_benches::CONTESTS;

fn contests(criterion: &mut Criterion) {
    for (name, contest) in CONTESTS {
        let contest = contest();
        let mut group = criterion.benchmark_group(*name);
        group.sample_size(10);
        for contestant in &contest.contestants {
            group.bench_function(contestant.name, |b| {
                b.iter(|| contestant.run(contest.answer));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, contests);
criterion_main!(benches);
