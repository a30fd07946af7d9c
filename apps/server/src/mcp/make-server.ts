import { listAllDeliveryMethods } from '@kushi/shop/catalogue/delivery/deliveries'
import { showContent } from '@kushi/shop/catalogue/promise/show-text'
import { BusyError, type limitConcurrency } from '@kushi/shop/concurrency-limit'
import type { Context } from '@kushi/shop/context'
import { consumeLimit } from '@kushi/shop/foundation/limit/consume-limit'
import { getShop } from '@kushi/shop/foundation/setting/shop'
import { listPaymentMethods } from '@kushi/shop/sales/payment/list-payment-methods'
import { ShopError } from '@kushi/shop/shop-error'
import { formatPhone } from '@kushi/values/phone'
import { McpServer } from '@modelcontextprotocol/server'
import { estimateDelivery } from './estimate-delivery.ts'
import { categoriesTool, productDetailTool, searchProductsTool } from './products.ts'
import { callPublicApi, defineTool, pageUrl, type Tool, toolArguments } from './tool.ts'

const shopInfo = defineTool({
  name: 'get_shop_info',
  title: '店舗の情報',
  description:
    '販売業者と連絡先、特定商取引法に基づく表記(返品・交換、定期便の条件と解約を含む HTML)、配送方法と送料、送料が無料になる金額、お支払い方法と手数料です。',
  input: toolArguments({}),
  async run(ctx) {
    const shop = await callPublicApi('GET /v1/setting/shop/detail/{shop_id}', getShop, ctx, { shop_id: ctx.shop_id })
    const deliveries = await callPublicApi('GET /v1/delivery', listAllDeliveryMethods, ctx, { visible: true })
    const payments = await callPublicApi('GET /v1/setting/shop/payment/', listPaymentMethods, ctx, {})
    const law = await callPublicApi('GET /v1/setting/shop/content/{name}', showContent, ctx, {
      name: 'defrayal',
    }).catch(unwritten)
    return {
      shop_name: shop.shop_name,
      company_name: shop.company_name,
      company_address: shop.company_address,
      phone_number: formatPhone(shop.phone_number, shop.phone_display),
      email: shop.email,
      registration_number: shop.registration_number,
      sells_to_companies_only: shop.corporate_flag,
      delivery_free_amount: shop.delivery_free_amount,
      delivery_methods: deliveries.items.map(
        ({ delivery_name, flat_rate_delivery_fee, cool_fee, mail_delivery_flag }) => ({
          delivery_name,
          flat_rate_delivery_fee,
          cool_fee,
          is_letterbox: mail_delivery_flag,
        }),
      ),
      delivery_note: '送料は税込の円。都道府県や離島で異なることがあるので、estimate_delivery で確かめてください。',
      payment_methods: payments.items
        .filter(({ is_available }) => is_available)
        .map(({ payment_name, description, fee, max_amount }) => ({ payment_name, description, fee, max_amount })),
      law_html: law?.html ?? null,
      urls: {
        law: pageUrl(ctx, '/contents/defrayal.html'),
        faq: pageUrl(ctx, '/contents/faq.html'),
        privacy: pageUrl(ctx, '/contents/privacy.html'),
      },
    }
  },
})

/** A page that the shop has not written gives null. */
function unwritten(error: unknown): null {
  if (error instanceof ShopError && error.status === 404) return null
  throw error
}

const tools: readonly Tool[] = [searchProductsTool, productDetailTool, categoriesTool, shopInfo, estimateDelivery]

const instructions =
  'オンラインショップの商品・価格・在庫・送料・お届け日・返品の条件を調べる道具です。読むことだけができ、注文や会員の情報の操作はできません。ご購入は、商品の url のページで本人が行います。'

type InTurn = ReturnType<typeof limitConcurrency>

/** The tools for one request of an agent; they run in their turn. */
export function makeMcpServer(ctx: Context, inTurn: InTurn): McpServer {
  // Each request has a server of its own and there is no stream, so nobody could be told of other tools.
  const capabilities = { tools: { listChanged: false } }
  const server = new McpServer(
    { name: 'kushi-shop', title: 'オンラインショップ', version: '1.0.0' },
    { instructions, capabilities },
  )
  for (const { name, title, description, input, run } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      },
      (given: unknown) => answered(ctx, name, () => inTurn(() => run(ctx, given))),
    )
  return server
}

/** The library sends the message of any error to the caller, so internal messages must not reach it. */
async function answered(ctx: Context, name: string, work: () => Promise<object>) {
  try {
    await consumeLimit(ctx, 'agent', { address: ctx.ip })
    if (name === estimateDelivery.name) await consumeLimit(ctx, 'agent_estimate', { address: ctx.ip })
    return said(JSON.stringify(await work()))
  } catch (error) {
    if (error instanceof BusyError)
      return { ...said('ただいま混み合っています。少し待ってから、もう一度お試しください。'), isError: true }
    if (error instanceof ShopError) return { ...said(error.message), isError: true }
    ctx.log.error({ err: error, tool: name }, 'a tool failed')
    return { ...said('ただいま処理できませんでした。時間をおいて、もう一度お試しください。'), isError: true }
  }
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })
