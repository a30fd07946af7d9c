/**
 * Does the work of all, `workers` at a time, and begins none when `inTime` says that the time is over. Without a
 * library, because it is these few lines.
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
