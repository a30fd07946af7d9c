import type { Context } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { answerOnWire, jsonObject } from '../core/wire.ts'
import { ROUTES } from './calls.ts'
import { type Json, type PayPay, PayPayError, resultCodeIdOf, statusOf } from './paypay.ts'
import { checkSignature } from './signature.ts'

const answerOf = (status: number, code: string, data: Json | null): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({
    resultInfo: {
      code,
      message: code === 'SUCCESS' ? 'Success' : code,
      codeId: code === 'SUCCESS' ? '08100001' : resultCodeIdOf(code),
    },
    data,
  }),
})
const refusal = (code: string): Answer => answerOf(statusOf(code), code, null)

function parse(text: string): Json {
  const body = text === '' ? {} : jsonObject(text)
  if (body === null) throw new PayPayError('INVALID_REQUEST_PARAMS')
  return body
}

/** `/v1/…` and `/v2/…`: rejects requests that the merchant did not sign. */
export async function api(paypay: PayPay, c: Context<Env>, path: string): Promise<Response> {
  const text = await c.req.text()
  const { method } = c.req
  const route = ROUTES.find((one) => one.method === method && one.path.test(path))
  const id = route?.path.exec(path)?.[1] ?? ''
  const fault = route && paypay.scripts.take('paypay', route.name)
  const run = (): Answer => {
    try {
      const { pathname, searchParams } = new URL(c.req.url)
      const request = { method, path: pathname, header: (name: string) => c.req.header(name), body: text }
      // By the real time: a test that moves the clock does not move the merchant's.
      checkSignature(paypay.config, request, new Date())
      if (!route) throw new PayPayError('OP_OUT_OF_SCOPE')
      const { status, data } = route.call(paypay, id, parse(text), searchParams)
      return answerOf(status, 'SUCCESS', data)
    } catch (error) {
      if (!(error instanceof PayPayError)) throw error
      return refusal(error.code)
    }
  }
  const received = { provider: 'paypay', api: `${method} /${path}`, id, request: text, fault }
  return answerOnWire(c, paypay, received, run, refusal)
}
