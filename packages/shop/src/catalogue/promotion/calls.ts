import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { addCodes, exportCodes } from './admin/codes.ts'
import { addPromotionMembers, clearPromotionMembers } from './admin/members.ts'
import {
  changePromotion,
  createPromotion,
  listPromotions,
  overridePromotionFault,
  showPromotion,
  startPromotion,
  stopPromotion,
} from './admin/promotions.ts'
import { simulatePromotionPrices } from './admin/try-promotion.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/promotions': listPromotions,
  'GET /admin/v1/promotions/{id}': showPromotion,
  'POST /admin/v1/promotions/trial': simulatePromotionPrices,
  'POST /admin/v1/promotions': createPromotion,
  'PUT /admin/v1/promotions/{id}': changePromotion,
  'POST /admin/v1/promotions/{id}/start': startPromotion,
  'POST /admin/v1/promotions/{id}/stop': stopPromotion,
  'POST /admin/v1/promotions/{id}/run-on': overridePromotionFault,
  'POST /admin/v1/promotions/{id}/members': addPromotionMembers,
  'DELETE /admin/v1/promotions/{id}/members': clearPromotionMembers,
  'POST /admin/v1/promotions/{id}/codes': addCodes,
  'POST /admin/v1/promotions/{id}/codes/export': exportCodes,
} satisfies Partial<AdminCallHandlers>
