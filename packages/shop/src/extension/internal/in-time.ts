/**
 * The result of `work`, or an error when it takes longer. The work can't be aborted, but the caller no longer waits for
 * it.
 */
export async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)
  })
  try {
    const working = work()
    // A later rejection is ignored, so that it does not end the process.
    working.catch(() => undefined)
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
  }
}
