import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { describePaymentPort } from '@kushi/shop/sales/payment/testing/port-suite'
import { portTestContact } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll } from 'vitest'
import { applePayToken, googlePayToken, startGmoWallets } from '../testing/gmo-wallets.ts'
import { gmoSheet } from './sheet.ts'
import { gmoWallet } from './wallet.ts'

const wallets = await startGmoWallets()
afterAll(wallets.stop)

/** If less than the authorised amount was agreed, only that counts as held. */
async function books({ provider_order_id, reference }: PaymentAttempt) {
  const { status = '', amount = 0 } = (await wallets.order(provider_order_id)) ?? {}
  return {
    reserved: status === 'AUTH' ? Number(reference.agreed_amount ?? amount) : 0,
    taken: ['SALES', 'CAPTURE'].includes(status) ? amount : 0,
  }
}

// One that gives a sale back at once, and one that decides it later.
for (const walletType of ['DOCOMO', 'RAKUTEN'] as const)
  describePaymentPort(`GMO ${walletType}`, {
    port: gmoWallet(wallets.settings, walletType),
    source: async () => ({ kind: 'provider_page', contact: portTestContact }),
    return_url: 'http://localhost:3000/v1/payment/gmo-wallet/return',
    visit: (url) => wallets.press(url, 'pay'),
    never_more: true,
    books,
    fault: wallets.fault,
    clearFaults: wallets.clearFaults,
    apis: {
      authorise: ['wallet/charge', 'order/inquiry'],
      finish: ['order/inquiry'],
      capture: ['order/inquiry', 'order/capture'],
      void: ['order/inquiry', 'order/cancel'],
      refund: ['order/inquiry', 'order/update'],
      change: ['order/inquiry'],
    },
  })

const sheetApis = {
  authorise: ['credit/charge', 'order/inquiry'],
  capture: ['order/inquiry', 'order/capture'],
  void: ['order/inquiry', 'order/cancel'],
  refund: ['order/inquiry', 'order/update'],
  change: ['order/inquiry'],
}
const return_url = 'http://localhost:3000/v1/payment/gmo-wallet/return'
const ofSheet = { return_url, never_more: true, books, fault: wallets.fault, clearFaults: wallets.clearFaults } as const

describePaymentPort('Apple Pay by GMO', {
  ...ofSheet,
  port: gmoSheet(wallets.settings, 'apple_pay'),
  source: async (amount) => ({ kind: 'sheet_token', token: applePayToken(amount), contact: portTestContact }),
  return_url: null,
  apis: sheetApis,
})

describePaymentPort('Google Pay by GMO, by a card of a device', {
  ...ofSheet,
  port: gmoSheet(wallets.settings, 'google_pay'),
  source: async () => ({ kind: 'sheet_token', token: googlePayToken(), contact: portTestContact }),
  apis: sheetApis,
})

describePaymentPort('Google Pay by GMO, by 3-D Secure', {
  ...ofSheet,
  port: gmoSheet(wallets.settings, 'google_pay'),
  source: async () => ({ kind: 'sheet_token', token: googlePayToken('PAN_ONLY'), contact: portTestContact }),
  visit: (url) => wallets.authenticate(url),
  apis: { ...sheetApis, finish: ['order/inquiry', 'tds2/finalizeCharge'] },
})
