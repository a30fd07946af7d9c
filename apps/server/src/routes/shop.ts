import {
  checkRemoteIsland,
  getDelivery,
  listDeliveries,
  listDeliveryDates,
  listDeliveryMethods,
  listDeliveryTimes,
  listPatternDates,
} from '@kushi/shop/catalogue/delivery/deliveries'
import { getProduct } from '@kushi/shop/catalogue/product/get-product'
import { listProducts } from '@kushi/shop/catalogue/product/list-products'
import { listVoices } from '@kushi/shop/catalogue/product/list-voices'
import { orderTable } from '@kushi/shop/catalogue/product/order-table'
import { quoteSkus } from '@kushi/shop/catalogue/product/quote-skus'
import { askRestock } from '@kushi/shop/catalogue/product/restock'
import { suggest } from '@kushi/shop/catalogue/product/suggest'
import { getArticle, getContent, getHome } from '@kushi/shop/catalogue/promise/show-text'
import { listTowns } from '@kushi/shop/foundation/postcode/list-towns'
import { listArticles } from '@kushi/shop/foundation/setting/content'
import { listMasterData } from '@kushi/shop/foundation/setting/list-master-data'
import { getMenu, getMypageShop, getShop } from '@kushi/shop/foundation/setting/shop'
import { validateEmail } from '@kushi/shop/foundation/setting/validate-email'
import { beginActing } from '@kushi/shop/people/acting/begin-acting'
import { endActing } from '@kushi/shop/people/acting/end-acting'
import { checkMail } from '@kushi/shop/people/customer/check-mail'
import { logIn } from '@kushi/shop/people/session/log-in'
import { logOut, refreshSession, whoAmI } from '@kushi/shop/people/session/session'
import { exportDocument } from '@kushi/shop/sales/order/export-document'
import { listPaymentMethods } from '@kushi/shop/sales/payment/list-payment-methods'
import type { Bindings } from '../http/implement.ts'

/** `GET /v1/common/init` is bound by its headers, in app.ts. */
export const common = {
  'POST /v1/common/me': whoAmI,
  'POST /v1/common/login/customer/': logIn,
  'POST /v1/common/session/refresh': refreshSession,
  'POST /v1/common/logout': logOut,
  'POST /v1/common/acting/begin': beginActing,
  'POST /v1/common/acting/end': endActing,
  'POST /v1/common/mail/check': checkMail,
} satisfies Partial<Bindings>

export const file = {
  'GET /v1/file/export/pdf/{orderId}': exportDocument,
} satisfies Partial<Bindings>

export const delivery = {
  'GET /v1/delivery': listDeliveries,
  'GET /v1/delivery/detail/{id}': getDelivery,
  'GET /v1/delivery/{id}/time': listDeliveryTimes,
  'GET /v1/delivery/{postal_code}/delivery-method': listDeliveryMethods,
  'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}': listDeliveryDates,
  'GET /v1/delivery/pattern-dates': listPatternDates,
  'GET /v1/delivery/check-remote-island': checkRemoteIsland,
} satisfies Partial<Bindings>

export const postcode = {
  'GET /postcodes/{postal_code}': listTowns,
} satisfies Partial<Bindings>

export const product = {
  'GET /v1/product': listProducts,
  'GET /v1/product/suggestion': suggest,
  'GET /v1/product/detail/{id}': getProduct,
  'GET /v1/product/order-table': orderTable,
  'GET /v1/product/sku/list': quoteSkus,
  'POST /v1/product/restock': askRestock,
  'GET /v1/voice': listVoices,
} satisfies Partial<Bindings>

export const setting = {
  'GET /v1/setting/system/masterdata/target/detail/': listMasterData,
  'GET /v1/setting/system/masterdata/postal-code/{postal_code}/is-remote-island': checkRemoteIsland,
  'GET /v1/setting/shop/payment/': listPaymentMethods,
  // These two must precede the id route, which would match their names as ids.
  'GET /v1/setting/shop/detail/mypage': getMypageShop,
  'GET /v1/setting/shop/detail/menu': getMenu,
  'GET /v1/setting/shop/detail/{shop_id}': getShop,
  'POST /v1/setting/shop/mail/validate-email': validateEmail,
  'GET /v1/setting/shop/content/{name}': getContent,
  'GET /v1/setting/shop/home': getHome,
  'GET /v1/article': listArticles,
  'GET /v1/article/{slug}': getArticle,
} satisfies Partial<Bindings>
