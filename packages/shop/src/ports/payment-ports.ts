import type { PaymentPort } from './payment-port.ts'

/** The provider of each method, including cash on delivery. A method that is not in the map is not offered. */
export type PaymentPorts = ReadonlyMap<number | null, PaymentPort>

/** @throws Error if the provider of an open payment's method was removed: a fault of the installation */
export function paymentPort(
  ctx: { ports: { payment: PaymentPorts } },
  { payment_method_id }: { payment_method_id: number | null },
): PaymentPort {
  const port = ctx.ports.payment.get(payment_method_id)
  if (!port) throw new Error(`no provider for payment method ${payment_method_id}`)
  return port
}
