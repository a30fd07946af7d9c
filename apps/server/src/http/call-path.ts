/** `/v1/product/detail/{id}` as Hono writes it. */
export const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Calls in the order in which they are mounted. Hono takes the first that matches; sorted, a name precedes an id in the
 * same place, because `{` follows every letter.
 */
export const inMountOrder = <V>(
  calls: Record<string, V>,
): { key: string; method: string; path: string; handler: V }[] =>
  Object.entries(calls)
    .map(([key, handler]) => {
      const [method, path] = key.split(' ') as [string, string]
      return { key, method, path, handler }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
