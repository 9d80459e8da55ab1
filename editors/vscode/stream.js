// The parser of the PDDL extension `jan-dolejsi.pddl`, which is the package pddl-workspace, reads what `banto plan --stream` prints.
//
// `node editors/vscode/stream.js`, where that package is installed; BANTO names the program. It reads ten plans of one run as they
// come: each has the cost that was said, each costs less than the one before, and each is complete soon after it was found.
const { spawn } = require('child_process');
const path = require('path');
const { parser, DomainInfo, ProblemInfo } = require('pddl-workspace');

const root = path.resolve(__dirname, '../..');
const files = ['domains/sliding-puzzle.pddl', 'problems/sliding-puzzle/03-eleven.pddl'];
const PLANS = 10;
const SOON = 500; // ms; it is a few, but the machine may be busy

const started = Date.now();
const planner = spawn(process.env.BANTO || 'banto', ['plan', '--stream', '--anytime', '--time-limit', '60s', ...process.argv.slice(2), ...files], { cwd: root });
const output = new parser.PddlPlannerOutputParser(undefined, undefined, { minimumPlansExpected: 1, epsilon: 1 }, plans => {
    read.length < plans.length && read.push(Date.now() - started);
    plans.length >= PLANS && planner.kill();
});
const read = [], found = [];
let complaints = '';
planner.stderr.on('data', data => complaints += data);
planner.stdout.on('data', data => {
    for (const [, seconds, cost] of data.toString().matchAll(/^; plan \d+ after (\S+)s, cost: (\d+)$/gm)) {
        found.push({ at: 1000 * seconds, cost: Number(cost) });
    }
    output.appendBuffer(data.toString());
});
planner.on('close', () => {
    const plans = output.getPlans().slice(0, PLANS);
    const late = plans.map((_, index) => read[index] - found[index].at);
    console.log(plans.map((plan, index) => `cost ${plan.metric}, ${plan.steps.length} steps, ${late[index].toFixed(0)} ms late`).join('\n'));
    const wrong = [
        [plans.length < PLANS, `only ${plans.length} plans`],
        [plans.some((plan, index) => plan.metric !== found[index].cost), 'a cost is not that of the plan'],
        [plans.some((plan, index) => index && plan.metric >= plans[index - 1].metric), 'a plan is no better'],
        [plans.some(plan => plan.steps.length === 0), 'a plan has no steps'],
        [late.some(ms => ms > SOON), 'a plan came late'],
        [complaints !== '', `on standard error: ${complaints}`],
    ].filter(([is]) => is);
    wrong.forEach(([, words]) => console.error(words));
    process.exit(wrong.length);
});
