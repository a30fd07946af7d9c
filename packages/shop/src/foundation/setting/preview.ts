import type { Context } from '../../context.ts'

const MINUTES = 15
const what = (ctx: Context, subject: string) => `preview ${ctx.shop_id} ${subject}`

/** Returns a key that shows one hidden subject of this shop, a product or a page, for 15 minutes. Only the server can create it. */
export const createPreviewKey = (ctx: Context, subject: string): string =>
  ctx.secrets.seal(`${what(ctx, subject)} ${ctx.clock.now().getTime() + MINUTES * 60_000}`)

/** Whether a key still shows this hidden subject. */
export function isValidPreviewKey(ctx: Context, subject: string, sealed: string): boolean {
  try {
    const text = ctx.secrets.open(sealed)
    const end = Number(text.slice(text.lastIndexOf(' ') + 1))
    return text === `${what(ctx, subject)} ${end}` && ctx.clock.now().getTime() < end
  } catch {
    return false
  }
}
