import type { Context } from '@kushi/shop/context'
import { takeLimit } from '@kushi/shop/limit/take'
import { ShopError } from '@kushi/shop/shop-error'
import { McpServer } from '@modelcontextprotocol/server'
import { type atMost, Busy } from '../http/at-most.ts'
import { estimateDelivery } from './estimate-delivery.ts'
import { listCategories, productDetail, searchProducts } from './products.ts'
import { shopInfo } from './shop-info.ts'
import type { Tool } from './tool.ts'

const tools: readonly Tool[] = [searchProducts, productDetail, listCategories, shopInfo, estimateDelivery]

const instructions =
  'オンラインショップの商品・価格・在庫・送料・お届け日・返品の条件を調べる道具です。読むことだけができ、注文や会員の情報の操作はできません。ご購入は、商品の url のページで本人が行います。'

type InTurn = ReturnType<typeof atMost>

/** The tools for one request of an agent; they run when it is their turn. */
export function makeServer(ctx: Context, inTurn: InTurn): McpServer {
  const server = new McpServer({ name: 'kushi-shop', title: 'オンラインショップ', version: '1.0.0' }, { instructions })
  for (const { name, title, description, input, run } of tools)
    server.registerTool(
      name,
      {
        ...{ title, description, inputSchema: input },
        annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      },
      (given: unknown) => answered(ctx, name, () => inTurn(() => run(ctx, given))),
    )
  return server
}

/** The library tells whoever asks the message of any error, so none of ours may reach it. */
async function answered(ctx: Context, name: string, work: () => Promise<object>) {
  try {
    await takeLimit(ctx, 'agent', { address: ctx.ip })
    if (name === estimateDelivery.name) await takeLimit(ctx, 'agent_estimate', { address: ctx.ip })
    return said(JSON.stringify(await work()))
  } catch (error) {
    if (error instanceof Busy)
      return { ...said('ただいま混み合っています。少し待ってから、もう一度お試しください。'), isError: true }
    if (error instanceof ShopError) return { ...said(error.message), isError: true }
    ctx.log.error({ err: error, tool: name }, 'a tool failed')
    return { ...said('ただいま処理できませんでした。時間をおいて、もう一度お試しください。'), isError: true }
  }
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })
