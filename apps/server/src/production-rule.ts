import type { Env } from './env.ts'

/** Reasons, as sentences, why an environment with `KUSHI_ENV=production` must not be started; empty if it may. */
export function productionObjections(env: Env): string[] {
  if (!env.KUSHI_ENV) return []
  if (env.KUSHI_ENV !== 'production') return [`KUSHI_ENV is ${env.KUSHI_ENV}: say production, or nothing.`]
  const because = 'and KUSHI_ENV is production'
  const isOn = env.SANDBOX === 'on' || Boolean(env.SANDBOX_URL)
  return [
    ...(isOn ? [`The sandbox is on ${because}: say SANDBOX=off and name the real providers.`] : []),
    ...(env.DEMO_DATABASE ? [`DEMO_DATABASE is set ${because}: take an empty database and leave it out.`] : []),
    ...(URL.parse(env.PUBLIC_URL ?? '')?.protocol === 'https:'
      ? []
      : [
          `PUBLIC_URL is ${env.PUBLIC_URL || 'not set'} ${because}: say where customers come, as in https://shop.example.`,
        ]),
  ]
}
