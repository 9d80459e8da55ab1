// Starts `banto lsp` for PDDL files, and runs its plan command for the text in front.

import { commands, ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

async function start(): Promise<void> {
    const path = workspace.getConfiguration('banto').get<string>('path', 'banto');
    client = new LanguageClient(
        'banto',
        'banto',
        { command: path, args: ['lsp'] },
        { documentSelector: [{ language: 'pddl' }, { language: 'pddl-plan' }] },
    );
    try {
        await client.start();
    } catch (error) {
        window.showErrorMessage(`banto cannot be started (${path}): ${error}. The setting banto.path names the program.`);
    }
}

export async function activate(context: ExtensionContext): Promise<void> {
    context.subscriptions.push(
        commands.registerCommand('banto.planHere', () => {
            const uri = window.activeTextEditor?.document.uri.toString();
            return uri && commands.executeCommand('banto.plan', uri);
        }),
        commands.registerCommand('banto.restart', async () => {
            await stop();
            await start();
        }),
    );
    await start();
}

// One that could not be started cannot be stopped either, and may be started once the setting is right.
async function stop(): Promise<void> {
    if (client?.needsStop()) {
        await client.stop();
    }
}

export function deactivate(): Promise<void> {
    return stop();
}
