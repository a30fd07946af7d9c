import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Ending = () => unknown

/**
 * Creates a folder for a drill, and a list of cleanups that run in reverse order: at the end, on failure, on a signal,
 * and at the latest after this many minutes.
 */
export async function beginDrill(
  minutes: number,
): Promise<{ folder: string; ends(one: Ending): void; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
  const endings: Ending[] = [() => rm(folder, { recursive: true, force: true })]
  let ending: Promise<void> | undefined
  const endAll = async () => {
    for (const one of endings.toReversed())
      await Promise.resolve()
        .then(one)
        .catch((error: unknown) => console.error(error))
  }
  const end = () => (ending ??= endAll())
  const giveUp = (why: string) => {
    console.error(`The drill ends: ${why}.`)
    void end().then(() => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(signal))
  setTimeout(giveUp, minutes * 60_000, `${minutes} minutes were not enough`).unref()
  return { folder, ends: (one) => void endings.push(one), end }
}
