import { shopCommand } from '@kushi/db/command-hints'
import { SetupError } from '@kushi/db/setup-error'

/**
 * With `KUSHI_ENV=production` on a database without an open shop: asks the operator at the terminal what `init` asks.
 *
 * @throws SetupError if there is no terminal, which names the command, or if there are obstacles, which it lists
 */
export async function openFirstShop(url: string, isAsked: boolean): Promise<void> {
  if (process.env.KUSHI_ENV !== 'production' || !(await isEmpty(url))) return
  if (!isAsked)
    throw new SetupError(
      `No shop is opened in this database yet: run ${shopCommand('init')}, then start again. まだショップがありません。`,
    )
  const { initShopCommand: init } = await import('@kushi/server/cli/init')
  try {
    process.stderr.write('No shop is opened in this database yet. はじめてのショップを作成します。\n')
    process.stdout.write(`${await init(['--ask'], process.env)}\n`)
  } catch (error) {
    throw new SetupError((error as Error).message)
  } finally {
    // Asking has paused stdin, and its end tells us that the parent process has ended.
    process.stdin.resume()
  }
}

/** Loaded lazily: every other start saves the second that the shop's modules take to load. */
async function isEmpty(url: string): Promise<boolean> {
  const [{ openDatabase }, { hasNoShop }] = await Promise.all([
    import('@kushi/db/connect'),
    import('@kushi/shop/operation/configuration/open-shop'),
  ])
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    return await hasNoShop(db)
  } finally {
    await close()
  }
}
