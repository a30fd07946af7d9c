import type { Extension } from '@kushi/shop/foundation/extension/extension'
import { notFound } from '@kushi/shop/shop-error'
import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { sortByMountOrder } from '../http/call-path.ts'
import type { CheckedEndpoint } from '../http/guards/read-input.ts'
import { mountCall, type RequestContext } from '../http/mount-calls.ts'
import { belongsToShop, makeExtensionContext } from './extension-context.ts'

/** The calls of the extensions, below `/v1/extension/<name>`; 404 in a shop that an extension is not for. */
export function mountExtensionCalls(
  app: Hono,
  extensions: readonly Extension[],
  contextOf: RequestContext,
  config: Pick<Config, 'extension_folder'>,
): void {
  for (const extension of extensions)
    for (const { method, path, handler } of sortByMountOrder(extension.calls ?? {})) {
      const address = `/v1/extension/${extension.name}${path}`
      const call = {
        key: `${method} ${address}`,
        method,
        path: address,
        endpoint: handler.endpoint as unknown as CheckedEndpoint,
      }
      mountCall(app, { ...call, name: address }, contextOf, async (ctx, input) => {
        if (!belongsToShop(extension, ctx.shop_id)) throw notFound()
        const work = await makeExtensionContext(ctx, extension, config)
        return handler.run({ ...work, customer_id: ctx.customer_id }, input as never)
      })
    }
}
