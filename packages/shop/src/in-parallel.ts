/**
 * Runs the work for all items, `workers` at a time. Starts none once `inTime` says that the time is over. Needs no
 * library for these few lines.
 */
export async function inParallel<T>(
  all: readonly T[],
  workers: number,
  inTime: () => boolean,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values()
  const worker = async () => {
    for (const one of waiting) if (inTime()) await work(one)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
