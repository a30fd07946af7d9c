import { landing_variant } from '@kushi/db/schema/landing-page'
import { isCardPayment, isReceivableAssigned } from '@kushi/values/payment-method'
import { eq } from 'drizzle-orm'
import { loadShopFacts } from '../../../catalogue/promise/index.ts'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { listAdRecipients } from '../../../growth/conversion/index.ts'
import { listPaymentMethods } from '../../../sales/payment/index.ts'
import { accessibilityPolicyDraftHtml } from '../rules/accessibility-draft.ts'
import { privacyPolicyDraftHtml } from '../rules/privacy-draft.ts'
import { termsOfUseDraftHtml } from '../rules/terms-draft.ts'
import { sellsSubscriptions } from './law-page.ts'

const drafts = {
  privacy: privacyPolicyDraftHtml,
  'terms-of-use': termsOfUseDraftHtml,
  accessibility: accessibilityPolicyDraftHtml,
}

/** A ひな形 filled in from the settings; saves nothing. */
export const getPolicyDraft: AdminHandler<'GET /admin/v1/content-draft/{name}'> = async (ctx, { name }) => {
  const shop = await loadShop(ctx)
  const { items } = await listPaymentMethods(ctx, {})
  const methods = items.map(({ payment_method_id }) => payment_method_id)
  const html = drafts[name]({
    ...shop,
    methods,
    has_card: methods.some(isCardPayment),
    has_invoice: methods.some(isReceivableAssigned),
    has_line: ctx.settings.line !== null,
    has_subscriptions: await sellsSubscriptions(ctx),
    has_yearly: (await loadShopFacts(ctx)).yearly.length > 0,
    has_referral: shop.point_flag && shop.referral_promotion_id !== null,
    has_variants: (await ctx.db.$count(landing_variant, eq(landing_variant.shop_id, ctx.shop_id))) > 0,
    has_ranks: shop.customer_rank_use_flag,
    points: shop.point_flag ? shop : null,
    ad_recipients: await listAdRecipients(ctx),
  })
  return { html }
}
