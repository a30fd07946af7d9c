import { vi } from 'vitest'

/** Repeats the assertion until it holds; a machine under load only makes it later. Fails after a minute. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 50 })
