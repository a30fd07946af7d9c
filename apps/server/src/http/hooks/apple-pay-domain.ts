import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { shopOfHost } from '../shop-of-host.ts'

/** Serves Apple's file, which proves that the address is the shop's. */
export const mountApplePayDomain = (app: Hono, deps: Deps) =>
  app.get('/.well-known/apple-developer-merchantid-domain-association', async (c) => {
    const { apple_pay_domain_file } = await deps.configOf(shopOfHost(deps.config, c.req.header('host')))
    return apple_pay_domain_file === null ? c.notFound() : c.text(apple_pay_domain_file)
  })
