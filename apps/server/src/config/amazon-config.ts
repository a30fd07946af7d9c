import { createPrivateKey } from 'node:crypto'
import type { AmazonSettings } from '@kushi/adapters/amazon/call'
import type { AmazonClient } from '@kushi/shop/context'
import { ConfigError, checkedUrl, type Env, requireVariable } from './env.ts'
import { sandboxDefaults } from './sandbox-rule.ts'

interface Amazon {
  amazon_api: AmazonSettings | null
  amazon: AmazonClient | null
}

/** Amazon Pay is offered if the shop has a key for it. With the simulator, its accepted values are the defaults. */
export function readAmazonConfig(env: Env, sandbox: string | null): Amazon {
  const private_key = env.AMAZON_PRIVATE_KEY?.replaceAll('\\n', '\n')
  if (!private_key) return { amazon_api: null, amazon: null }
  checkKey(private_key)
  const simulator = env.AMAZON_BASE_URL ? null : sandbox
  const of = (name: string, made: string) => env[name] || (simulator ? made : requireVariable(env, name))
  const public_key_id = of('AMAZON_PUBLIC_KEY_ID', sandboxDefaults.AMAZON_PUBLIC_KEY_ID)
  return {
    amazon_api: {
      base_url: simulator
        ? `${simulator}/sandbox/amazon`
        : checkedUrl('AMAZON_BASE_URL', env.AMAZON_BASE_URL || 'https://pay-api.amazon.jp'),
      private_key,
      public_key_id,
      store_id: of('AMAZON_STORE_ID', sandboxDefaults.AMAZON_STORE_ID),
      store_name: of('AMAZON_STORE_NAME', '椿野').slice(0, 50),
    },
    amazon: {
      merchant_id: of('AMAZON_MERCHANT_ID', sandboxDefaults.AMAZON_MERCHANT_ID),
      public_key_id,
      script_url:
        env.AMAZON_SCRIPT_URL ||
        (simulator ? '/sandbox/amazon/checkout.js' : 'https://static-fe.payments-amazon.com/checkout.js'),
      is_sandbox: public_key_id.startsWith('SANDBOX'),
      account_url:
        env.AMAZON_ACCOUNT_URL ||
        (simulator ? '/sandbox/amazon/account/ba/' : 'https://payments.amazon.co.jp/jr/your-account/ba/'),
    },
  }
}

function checkKey(pem: string): void {
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return
  } catch {}
  throw new ConfigError('AMAZON_PRIVATE_KEY must be an RSA key as PEM.')
}
