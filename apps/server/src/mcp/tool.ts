import { type Contract, contract } from '@kushi/contract/contract'
import type { OutputOf } from '@kushi/contract/endpoint'
import type { Context, Handler, Input } from '@kushi/shop/context'
import { shopUrl } from '@kushi/shop/foundation/setting/shop'
import { SALE_TYPE } from '@kushi/values/product'
import { z } from 'zod'
import { unknownParameterMessage } from '../http/guards/unknown-parameters.ts'

/** 販売種別 as text. */
export const saleTypeText = (saleType: number): string =>
  saleType === SALE_TYPE.normal
    ? '通常購入のみ'
    : saleType === SALE_TYPE.subscription
      ? '定期便のみ'
      : '通常購入と定期便'

/** Returns the stock state (在庫) as text, worded as on the product page. */
export const stockStateText = ({ is_out_stock, stock_left }: { is_out_stock: boolean; stock_left?: number | null }) =>
  is_out_stock ? '在庫切れ' : stock_left ? `残り${stock_left}点` : '在庫あり'

/** Returns a sentence about the prices: tax included, or, if `price` is null, shown only to approved customers. */
export const priceNoteText = (price: number | null): string =>
  price === null ? '価格は、お取引のある方だけに表示しています。' : '価格はすべて税込の円です。'

export const pageUrl = ({ settings, shop_id }: Context, path: string): string =>
  `${shopUrl(settings, shop_id)}/sh${path}`

/** Returns the public URL of a picture; null for a product without one. */
export const absolutePictureUrl = (ctx: Context, path: string): string | null =>
  path ? new URL(`${ctx.settings.image_api}${path}-640.webp`, `${shopUrl(ctx.settings, ctx.shop_id)}/`).href : null

/** Arguments of a tool. An unknown name is refused, so that no condition of an agent is dropped. */
export const toolArguments = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map(unknownParameterMessage).join(' ') : undefined,
  })

/** A tool for agents; read-only. Texts are Japanese, as the product data is. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  name: string
  title: string
  description: string
  input: S
  run(ctx: Context, input: z.output<S>): Promise<object>
}

/** Keeps the type of its input. */
export const defineTool = <S extends z.ZodType>(one: Tool<S>): Tool => one as unknown as Tool

/** Calls the public API; properties that the contract does not declare are dropped. */
export async function callPublicApi<K extends keyof Contract>(
  key: K,
  handler: Handler<K>,
  ctx: Context,
  input: Input<K>,
): Promise<OutputOf<Contract[K]['response']>> {
  const { response } = contract[key] as unknown as { response: z.ZodType }
  const run = handler as unknown as (ctx: Context, input: unknown) => Promise<unknown>
  return response.parse(await run(ctx, input)) as OutputOf<Contract[K]['response']>
}
