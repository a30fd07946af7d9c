let aheadMs = 0

/** Notes the shop's moment, as the server said it: the sandbox's may be months ahead of this machine's. */
export function setShopNow(now: string): void {
  aheadMs = Date.parse(now) - Date.now()
}

/** The shop's moment, in ms. */
export const shopNow = (): number => Date.now() + aheadMs
