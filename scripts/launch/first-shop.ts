import { SetupError } from '@kushi/db/setup-error'

/**
 * `KUSHI_ENV=production` on a database in which nobody has opened a shop: whoever sits at the terminal is asked what `init` asks.
 * @throws SetupError that names the command, where nobody does, and with what stands against it
 */
export async function openFirstShop(url: string, isAsked: boolean): Promise<void> {
  if (process.env.KUSHI_ENV !== 'production' || !(await isEmpty(url))) return
  if (!isAsked)
    throw new SetupError(
      'No shop is opened in this database yet: run npm run shop -- init (bin/kushi shop init), then start again. まだショップがありません。',
    )
  const { init } = await import('@kushi/server/cli/init')
  try {
    process.stderr.write('No shop is opened in this database yet. はじめてのショップを作成します。\n')
    process.stdout.write(`${await init(['--ask'], process.env)}\n`)
  } catch (error) {
    throw new SetupError((error as Error).message)
  } finally {
    // Asking paused it, and its end is how we hear that whoever started us is gone.
    process.stdin.resume()
  }
}

/** Every other start does without the second that the shop's own modules take to load. */
async function isEmpty(url: string): Promise<boolean> {
  const [{ openDatabase }, { isUnopened }] = await Promise.all([
    import('@kushi/db/connect'),
    import('@kushi/shop/configuration/open-shop'),
  ])
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    return await isUnopened(db)
  } finally {
    await close()
  }
}
