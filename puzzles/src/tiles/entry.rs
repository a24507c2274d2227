//! One puzzle of two faces: packed boards, which are searched, and plain ones, from which plans are constructed.
//!
//! A file with a board of more cells than a word holds is answered by the plain face, unless a search was asked for:
//! then the packed one says of which boards there can be none.

use std::fmt;

use statewalk::catalog::companion::Companion;
use statewalk::catalog::entry::{Asked, Choice, Entry, Failure, Offer};
use statewalk::catalog::laboratory::Orders;
use statewalk::catalog::macro_text::MacroText;
use statewalk::catalog::menu::plans::Which;
use statewalk::catalog::menu::{Direction, PlanLines, Series, Settings, Watch};
use statewalk::catalog::params::{Param, Params};
use statewalk::catalog::plugin::Plugin;
use statewalk::catalog::puzzle::Card;
use statewalk::catalog::report::{
    Audited, Checked, Exploration, Foretold, Macros, Plans, Report, Trials,
};
use statewalk::catalog::text::InputError;
use statewalk::search::limits::{Limit, Limits};
use statewalk::search::outcome::SearchError;

use super::plain::PlainTiles;
use super::rules::MOST_CELLS;
use super::text::Boards;
use super::{SlidingTiles, given_size};

/// The puzzle as it is in the list.
#[derive(Debug)]
pub struct TilesEntry {
    packed: Plugin<SlidingTiles>,
    plain: Plugin<PlainTiles>,
}

impl Default for TilesEntry {
    fn default() -> Self {
        Self {
            packed: Plugin::new(SlidingTiles),
            plain: Plugin::new(PlainTiles),
        }
    }
}

/// Whether a board of `text` does not fit a word. What cannot be read is left to the reader.
fn is_large(text: &[u8], options: &Params) -> bool {
    let Ok(size) = given_size(options) else {
        return false;
    };
    let mut boards = Boards::new(text, size);
    while let Ok(Some(found)) = boards.next_board() {
        let (width, height) = found.size;
        if width * height > MOST_CELLS {
            return true;
        }
        if boards.are_of_one_size() {
            return false;
        }
    }
    false
}

impl TilesEntry {
    /// The face for what is done with a file by the rules alone.
    fn face(&self, text: &[u8], options: &Params) -> &dyn Entry {
        if is_large(text, options) {
            &self.plain
        } else {
            &self.packed
        }
    }

    /// The face for a strategy.
    fn chosen(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
    ) -> &dyn Entry {
        if is_constructive(choice, settings) {
            self.face(text, options)
        } else {
            &self.packed
        }
    }
}

/// Whether the plain face can do what was chosen.
fn is_constructive(choice: &Choice, settings: &Settings) -> bool {
    let named = |wanted: &Option<String>, name| wanted.as_deref().is_none_or(|w| w == name);
    named(&choice.strategy, "constructive")
        && named(&choice.store, "none")
        && choice.heuristic.is_none()
        && !settings.optimal
}

impl Entry for TilesEntry {
    fn card(&self) -> Card {
        self.packed.card()
    }

    fn offers(&self) -> Vec<Offer> {
        self.packed.offers()
    }

    fn explorers(&self, direction: Direction) -> Vec<&'static str> {
        self.packed.explorers(direction)
    }

    fn generator(&self) -> Option<&'static [Param]> {
        self.packed.generator()
    }

    fn series(&self) -> Option<Series> {
        self.packed.series()
    }

    fn spaces(&self) -> Option<&'static [Param]> {
        self.packed.spaces()
    }

    fn sniff(&self, text: &[u8]) -> bool {
        self.packed.sniff(text)
    }

    fn companion(&self, text: &[u8]) -> Option<Companion> {
        self.packed.companion(text)
    }

    fn read(&self, text: &[u8], options: &Params) -> Result<(), Failure> {
        self.face(text, options).read(text, options)
    }

    fn questions(&self, text: &[u8], options: &Params) -> Result<Vec<Asked>, Failure> {
        self.face(text, options).questions(text, options)
    }

    fn solve(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Report, Failure> {
        let face = self.chosen(text, options, choice, settings);
        face.solve(text, options, choice, settings, watch)
    }

    fn prepare(
        &self,
        text: &[u8],
        options: &Params,
        choice: &Choice,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Option<Limit>, Failure> {
        let face = self.chosen(text, options, choice, settings);
        face.prepare(text, options, choice, settings, watch)
    }

    fn refusals(&self, text: &[u8], options: &Params) -> Result<Vec<Option<SearchError>>, Failure> {
        self.packed.refusals(text, options)
    }

    fn has_plans(&self) -> bool {
        self.packed.has_plans()
    }

    fn improves(&self) -> bool {
        self.packed.improves()
    }

    fn patterns(&self) -> Option<&'static [Param]> {
        self.packed.patterns()
    }

    fn macros(
        &self,
        params: &Params,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Macros, Failure> {
        self.packed.macros(params, limits, watch)
    }

    fn read_macros(&self, text: &MacroText) -> Result<Macros, Failure> {
        self.packed.read_macros(text)
    }

    fn plans(
        &self,
        text: &[u8],
        options: &Params,
        which: Which,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Plans>, Failure> {
        self.packed.plans(text, options, which, settings, watch)
    }

    fn explore(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        deepest: usize,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Exploration>, Failure> {
        let packed = &self.packed;
        packed.explore(text, params, store, settings, deepest, watch)
    }

    fn encodings(&self) -> Vec<(&'static str, &'static str)> {
        self.packed.encodings()
    }

    fn measure(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        orders: &Orders,
        settings: &Settings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Trials>, Failure> {
        let packed = &self.packed;
        packed.measure(text, params, only, orders, settings, watch)
    }

    fn forecast(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        store: Option<&str>,
        settings: &Settings,
        timing: bool,
    ) -> Result<Vec<Foretold>, Failure> {
        self.packed.forecast(text, params, store, settings, timing)
    }

    fn auditable(&self) -> Vec<&'static str> {
        self.packed.auditable()
    }

    fn audit(
        &self,
        text: Option<&[u8]>,
        params: &Params,
        only: Option<&str>,
        settings: &Settings,
    ) -> Result<Vec<Audited>, Failure> {
        self.packed.audit(text, params, only, settings)
    }

    fn generate(&self, params: &Params, seed: u64) -> Result<String, Failure> {
        self.packed.generate(params, seed)
    }

    fn check(
        &self,
        text: &[u8],
        options: &Params,
        plans: &PlanLines,
    ) -> Result<Vec<Checked>, Failure> {
        self.face(text, options).check(text, options, plans)
    }

    fn contest(&self, report: &Report, out: &mut dyn fmt::Write) -> fmt::Result {
        self.packed.contest(report, out)
    }

    fn contest_has_plans(&self) -> bool {
        self.packed.contest_has_plans()
    }

    fn read_contest(&self, text: &[u8]) -> Option<Result<PlanLines, InputError>> {
        self.packed.read_contest(text)
    }
}
