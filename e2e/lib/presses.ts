import type { BrowserContext } from 'playwright-core'

/** Counts the presses on this device from its next document on; `also`: another action that counts as one. */
export async function countPresses(device: BrowserContext) {
  let presses = 0
  await device.exposeBinding('pressed', () => void presses++)
  await device.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted }) => isTrusted && (window as unknown as { pressed(): void }).pressed(),
      true,
    ),
  )
  return { count: () => presses, also: () => void presses++ }
}
