import { randomBytes } from 'node:crypto'
import { type Sandbox, startSandbox } from '@kushi/sandbox/sandbox'
import { type GmoOpenApiSettings, makeGmoOpenApiCaller } from '../gmo-openapi/call.ts'
import { postJson, SIMULATOR_TIMEOUT_MS, simulatorFaults } from './faults.ts'

/** Starts the simulator of GMO's wallets in this process, with a customer's actions. */
export const startGmoWallets = async () => gmoWalletsClient(await startSandbox())

export function gmoWalletsClient(sandbox: Pick<Sandbox, 'url' | 'stop'>) {
  const base = `${sandbox.url}/sandbox/gmo-openapi`
  const settings: GmoOpenApiSettings = {
    base_url: base,
    shop_id: 'tshop00000001',
    shop_pass: 'sandboxpas',
    name_kana: 'ツバキノ',
    name_alphabet: 'Tsubakino',
    timeout_ms: SIMULATOR_TIMEOUT_MS,
  }
  const orders = async () =>
    ((await (await fetch(`${base}/transactions.json`)).json()) as { orders: SandboxWalletOrder[] }).orders
  return {
    settings,
    stop: () => sandbox.stop(),
    /** Presses a button of the wallet's page like a customer; returns where the browser goes. */
    async press(url: string, action: 'pay' | 'short' | 'cancel' | 'slow' | 'leave'): Promise<string | null> {
      const res = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      return res.headers.get('location')
    },
    /** Passes or fails 3-D Secure like a customer; returns where the browser goes. */
    async authenticate(url: string, action: 'Y' | 'N' = 'Y'): Promise<string | null> {
      const res = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      return res.headers.get('location')
    },
    /** Makes a transaction `days` older. */
    age: (id: string, days: number) => postJson(`${base}/age`, { id, days }),
    /** The wallet does not give a cancelled sale back. */
    failReturn: (id: string) => postJson(`${base}/fail-return`, { id }),
    /** Somebody gives a part back at GMO's own screen, so that this stands. */
    async lower(id: string, amount: number): Promise<void> {
      const { accessId } = (await orders()).find(({ orderId }) => orderId === id)!
      await makeGmoOpenApiCaller(settings)('order/update', {
        accessId,
        amount: String(amount),
        authorizationMode: 'CAPTURE',
      })
    },
    /** Sends the webhook of a transaction, where it asked for it or to `url`; returns the status of the response. */
    async notice(id: string, url = ''): Promise<number> {
      return ((await (await postJson(`${base}/notice`, { id, url })).json()) as { status: number }).status
    },
    orders,
    /** The simulator's own books of a transaction. */
    order: async (id: string): Promise<SandboxWalletOrder | null> =>
      (await orders()).find(({ orderId }) => orderId === id) ?? null,
    ...simulatorFaults(base, settings),
  }
}

const random = () => randomBytes(24).toString('base64')
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

/** What the simulator knows of cards. */
export const SHEET_PAN = { jcb: '3569990010000007', visa: '4111111111111111', refused: '4999000000000002' } as const

/** A token as Apple Pay's sheet gives it for this amount. The simulator decrypts what was only encoded. */
export const applePayToken = (amount: number, pan: string = SHEET_PAN.jcb): string =>
  base64({
    version: 'EC_v1',
    data: base64({
      applicationPrimaryAccountNumber: pan,
      applicationExpirationDate: '301231',
      currencyCode: '392',
      transactionAmount: amount,
      deviceManufacturerIdentifier: '040010030273',
      paymentDataType: '3DSecure',
      paymentData: { onlinePaymentCryptogram: random(), eciIndicator: '7' },
    }),
    signature: random(),
    header: { ephemeralPublicKey: random(), publicKeyHash: random(), transactionId: randomBytes(32).toString('hex') },
  })

/** A token as Google Pay's sheet gives it; `PAN_ONLY`: the card is none of a device. */
export const googlePayToken = (
  authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS' = 'CRYPTOGRAM_3DS',
  pan: string = SHEET_PAN.jcb,
): string =>
  base64({
    protocolVersion: 'ECv2',
    signature: random(),
    intermediateSigningKey: {
      signedKey: JSON.stringify({ keyValue: random(), keyExpiration: '9999999999999' }),
      signatures: [random()],
    },
    signedMessage: JSON.stringify({
      encryptedMessage: base64({
        messageExpiration: String(Date.now() + 600_000),
        messageId: random(),
        paymentMethod: 'CARD',
        paymentMethodDetails: { pan, expirationMonth: 12, expirationYear: 2030, authMethod },
        gatewayMerchantId: 'tshop00000001',
      }),
      ephemeralPublicKey: random(),
      tag: random(),
    }),
  })

interface SandboxWalletOrder {
  orderId: string
  accessId: string
  walletType: string
  status: string
  amount: number
  payerName: string
  payerEmail: string
  webhookUrl: string
}
