/**
 * How a command is typed in this installation. `bin/kushi` of an archive and `kushi` of the Debian package say their own
 * name; without it this is a checkout.
 */
const own = () => process.env.KUSHI_COMMAND

/** Returns how an operator types a command of `shop` in this installation, for messages. */
export const shopCommand = (words: string): string => (own() ? `${own()} shop ${words}` : `npm run shop -- ${words}`)
/** Returns how an operator types the setup command in this installation, for messages. */
export const setupCommand = (): string => (own() ? `${own()} setup` : 'node packages/db/src/setup.ts')
