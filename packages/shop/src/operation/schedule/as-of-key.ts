import type { Context } from '../../context.ts'

const MINUTES = 60

type KeyContext = Pick<Context, 'secrets' | 'clock' | 'shop_id'>

interface AsOf {
  at: Date
  /**
   * When the key expires: an hour after it was made, but never after the moment itself, because by then the preview is
   * reality.
   */
  until: Date
}

/** Returns a key with which a browser sees this shop as of a moment, for an hour. Only the server can create it. */
export function sealPreviewKey({ secrets, clock, shop_id }: KeyContext, at: Date): string {
  const until = Math.min(clock.now().getTime() + MINUTES * 60_000, at.getTime())
  return secrets.seal(`as of ${shop_id} ${at.getTime()} ${until}`)
}

/** Reads a preview key. null: it is forged, of another shop, or expired. */
export function openPreviewKey({ secrets, clock, shop_id }: KeyContext, sealed: string): AsOf | null {
  try {
    const [, shop, at, until] = /^as of (\d+) (\d+) (\d+)$/.exec(secrets.open(sealed)) ?? []
    if (Number(shop) !== shop_id || clock.now().getTime() >= Number(until)) return null
    return { at: new Date(Number(at)), until: new Date(Number(until)) }
  } catch {
    return null
  }
}
