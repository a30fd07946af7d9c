import type { PaymentPort } from '@kushi/shop/ports/payment-port'

/** Wraps a payment port so that every error of its calls is translated. */
export function translateErrors(port: PaymentPort, translate: (error: unknown) => unknown): PaymentPort {
  const call =
    <A extends unknown[], T>(method: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await method(...args)
      } catch (error) {
        throw translate(error)
      }
    }
  return {
    ...(port.account === undefined ? {} : { account: port.account }),
    authorise: call(port.authorise),
    finish: call(port.finish),
    find: call(port.find),
    capture: call(port.capture),
    void: call(port.void),
    refund: call(port.refund),
    change: call(port.change),
  }
}
