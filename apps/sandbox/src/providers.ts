import { amazonProvider } from './amazon/provider.ts'
import { carriersProvider } from './carriers/provider.ts'
import type { Provider, Setting } from './core/provider.ts'
import { gmoProvider } from './gmo/provider.ts'
import { gmoDeferredProvider } from './gmo-deferred/provider.ts'
import { lineProvider } from './line/provider.ts'
import type { MailProvider } from './mail/provider.ts'
import { mailProvider } from './mail/provider.ts'
import { npProvider } from './np/provider.ts'
import { postcodeProvider } from './postcode/provider.ts'

/** Every stand-in, in the order of the home page. A new one is one more line here. */
export function providers(setting: Setting & { host: string; smtpPort: number }): {
  all: Provider[]
  mail: MailProvider
} {
  const mail = mailProvider(setting)
  return {
    all: [
      gmoProvider(setting),
      npProvider(setting),
      gmoDeferredProvider(setting),
      amazonProvider(setting),
      mail,
      lineProvider(setting),
      postcodeProvider(setting),
      carriersProvider(setting),
    ],
    mail,
  }
}
