//! `banto game match`: two settings against each other, game by game, and the score.
//!
//! In: a game, two settings, the number of games. Out: the score, also if a limit or Ctrl-C ends the match.

use clap::Args;

use super::load::load;
use super::{setting, typed};
use crate::games::{Ending, Game, Position, Side, TranspositionTable};
use crate::program::compare::figures::counted;
use crate::program::flags::number;
use crate::program::{Exit, Output, ResultArguments, TaskFiles, limit};
use crate::search::Random;

#[derive(Debug, Args)]
pub(in crate::program) struct Match {
    #[command(flatten)]
    pub files: TaskFiles,

    /// The first setting, such as depth=4,estimate=lines or time=100ms
    #[arg(long, value_name = "SETTING", value_parser = setting::read)]
    pub one: setting::Setting,

    /// The second setting
    #[arg(long, value_name = "SETTING", value_parser = setting::read)]
    pub other: setting::Setting,

    /// How many games; each opening is played twice, with sides exchanged
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::whole::<u32>(1..))]
    pub games: u32,

    /// How many random moves begin each game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::whole::<u32>(..))]
    pub opening: u32,

    /// The seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..))]
    pub seed: u64,

    #[command(flatten)]
    pub result: ResultArguments,
}

/// Games that are longer count as draws.
const LONGEST: u32 = 1000;

pub(super) fn run(command: &Match, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.result.limits, output);
    let loaded = load(&command.files, "game match", &run)?;
    let settings = [&command.one, &command.other];
    let start = Position::new(&loaded.game.rules);
    let mut tables = [settings[0].new_table(&start, &run)?, settings[1].new_table(&start, &run)?];
    let mut random = Random::new(command.seed);
    let mut opening: Vec<u32> = Vec::new();
    // Games that the first setting wins, that the other wins, and draws.
    let mut score = [0u32; 3];
    let mut exit = Exit::Done;
    // Games in which neither setting had a move.
    let mut idle = 0;
    'games: for game in 0..command.games {
        let mut position = start.clone();
        tables.iter_mut().for_each(TranspositionTable::clear);
        if game % 2 == 0 {
            opening.clear();
            for _ in 0..command.opening.min(LONGEST) {
                let legal = typed::legal(&position);
                if legal.is_empty() {
                    break;
                }
                let one = legal[random.below_index(legal.len())];
                opening.push(one);
                position.play(one);
            }
            opening.iter().for_each(|_| position.undo());
        }
        opening.iter().for_each(|one| position.play(*one));
        let is_idle = typed::ending(&position).is_some();
        let ending = loop {
            if let Err(stop) = run.limits.check_now() {
                let what = format!("stopped after {game} of {}", counted(command.games, "game", "games"));
                exit = run.stopped(&what)(stop);
                break 'games;
            }
            if let Some(ending) = typed::ending(&position) {
                break ending;
            }
            if position.played().len() >= LONGEST as usize {
                break Ending::Drawn;
            }
            let first = (position.mover() == Side::First) == (game % 2 == 0);
            let who = usize::from(!first);
            let analysis = settings[who].best_move(&mut position, &mut tables[who], &run.limits);
            loaded.check_winners(&position, output)?;
            let Some(best) = analysis.best else { break Ending::Drawn };
            position.play(best);
        };
        let winner = match ending {
            Ending::Drawn => 2,
            Ending::Won(side) => usize::from((side == Side::First) != (game % 2 == 0)),
        };
        score[winner] += 1;
        idle += u32::from(is_idle);
    }
    if idle > 0 {
        let games = command.games;
        output.talk(&format!(
            "warning: in {idle} of {games} games the {} moves of --opening ended the game before either setting moved",
            command.opening
        ));
        output.help("use a smaller --opening");
    }
    let [one, other, drawn] = score;
    if command.result.json {
        output.object_so_far(serde_json::json!({ "one": one, "other": other, "drawn": drawn }), exit);
    } else {
        output.data(&format!("one: {one}\nother: {other}\ndrawn: {drawn}\n"));
    }
    Ok(exit)
}
