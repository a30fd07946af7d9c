import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { addCodes, exportCodes } from './admin/codes.ts'
import { addPromotionMembers, clearPromotionMembers } from './admin/members.ts'
import {
  changePromotion,
  createPromotion,
  listPromotions,
  runPromotionOn,
  showPromotion,
  startPromotion,
  stopPromotion,
} from './admin/promotions.ts'
import { simulatePromotion } from './admin/try-promotion.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/promotions': listPromotions,
  'GET /admin/v1/promotions/{id}': showPromotion,
  'POST /admin/v1/promotions/trial': simulatePromotion,
  'POST /admin/v1/promotions': createPromotion,
  'PUT /admin/v1/promotions/{id}': changePromotion,
  'POST /admin/v1/promotions/{id}/start': startPromotion,
  'POST /admin/v1/promotions/{id}/stop': stopPromotion,
  'POST /admin/v1/promotions/{id}/run-on': runPromotionOn,
  'POST /admin/v1/promotions/{id}/members': addPromotionMembers,
  'DELETE /admin/v1/promotions/{id}/members': clearPromotionMembers,
  'POST /admin/v1/promotions/{id}/codes': addCodes,
  'POST /admin/v1/promotions/{id}/codes/export': exportCodes,
} satisfies Partial<AdminCallHandlers>
