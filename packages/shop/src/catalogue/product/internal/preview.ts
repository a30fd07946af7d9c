import type { Context } from '../../../context.ts'

const MINUTES = 15
const what = (ctx: Context, id: number) => `preview ${ctx.shop_id} ${id}`

/** Returns a key that shows one hidden product of this shop for 15 minutes. Only the server can create it. */
export const sealPreview = (ctx: Context, id: number): string =>
  ctx.secrets.seal(`${what(ctx, id)} ${ctx.clock.now().getTime() + MINUTES * 60_000}`)

export function opensPreview(ctx: Context, id: number, sealed: string): boolean {
  try {
    const text = ctx.secrets.open(sealed)
    const end = Number(text.slice(text.lastIndexOf(' ') + 1))
    return text === `${what(ctx, id)} ${end}` && ctx.clock.now().getTime() < end
  } catch {
    return false
  }
}
