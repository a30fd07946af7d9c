import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { portSuite } from '@kushi/shop/sales/payment/testing/port-suite'
import { suiteContact } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll } from 'vitest'
import { startGmoWallets } from '../testing/gmo-wallets.ts'
import { gmoWallet } from './wallet.ts'

const wallets = await startGmoWallets()
afterAll(wallets.stop)

/** If less than the authorised amount was agreed, only that counts as held. */
async function books({ provider_order_id, reference }: PaymentAttempt) {
  const { status = '', amount = 0 } = (await wallets.order(provider_order_id)) ?? {}
  return {
    reserved: status === 'AUTH' ? Number(reference.agreed_amount ?? amount) : 0,
    taken: status === 'SALES' ? amount : 0,
  }
}

// One that gives a sale back at once, and one that decides it later.
for (const walletType of ['DOCOMO', 'RAKUTEN'] as const)
  portSuite(`GMO ${walletType}`, {
    port: gmoWallet(wallets.settings, walletType),
    source: async () => ({ kind: 'provider_page', contact: suiteContact }),
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
