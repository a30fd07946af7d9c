import { type PaymentAccount, type PaymentPort, PaymentUnavailable } from './payment-port.ts'

/** The provider of each method, including cash on delivery. A method that is not in the map, or begins none, is not offered. */
export type PaymentPorts = ReadonlyMap<number | null, PaymentPort>

/** The payment providers by method, for readers that ask no provider. */
export type PaymentAccounts = ReadonlyMap<number | null, PaymentAccount>

/** Whether the installation can begin a payment by this method. */
export function canBeginPayment(
  { ports }: { ports: { payment: PaymentAccounts } },
  payment_method_id: number | null,
): boolean {
  const port = ports.payment.get(payment_method_id)
  return port !== undefined && port.begins_none !== true
}

/**
 * Returns the provider of a payment.
 * @throws Error if the installation has no provider of this method any more; PaymentUnavailable if the payment was
 * begun with another account, which the present one does not know
 */
export function paymentPort(
  ctx: { ports: { payment: PaymentPorts } },
  { payment_method_id, account }: { payment_method_id: number | null; account: string | null },
): PaymentPort {
  const port = ctx.ports.payment.get(payment_method_id)
  if (!port) throw new Error(`no provider for payment method ${payment_method_id}`)
  if (account !== null && port.account !== undefined && port.account !== account)
    throw new PaymentUnavailable(`begun with the account ${account}, not ${port.account}`)
  return port
}
