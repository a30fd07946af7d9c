import type { Verb } from '../context.ts'
import { loadDelivery } from './internal/load-delivery.ts'

/** 配送方法, including hidden ones. @throws ShopError 404 */
export const getDelivery: Verb<'GET /v1/delivery/detail/{id}'> = (ctx, { id }) => loadDelivery(ctx, id)
