/** As who runs it types it: on a site it has a command of its own (`deploy/systemd/fridge`). */
export const commandName = process.env['OPS_COMMAND'] || 'npm run ops --';
