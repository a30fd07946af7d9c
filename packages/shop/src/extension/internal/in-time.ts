/** What comes of `work`, or an error when it takes longer: it can't be stopped, but nobody waits for it. */
export async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)
  })
  try {
    const working = work()
    // What it says afterwards is heard by nobody, and must not end the process.
    working.catch(() => undefined)
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
  }
}
