import type { HttpRiskConfig } from '@kushi/adapters/risk/http-risk'
import { ConfigError, checkedUrl, type Env, requireVariable } from './env.ts'
import { sandboxDefaults } from './sandbox-rule.ts'

/** 不正注文の審査: with the simulators, or where its address is set; null: none. @throws ConfigError */
export function readRiskConfig(env: Env, sandbox: string | null): HttpRiskConfig | null {
  const address = env.RISK_URL || (sandbox && `${sandbox}/sandbox/risk/v1/assessments`)
  if (!address) return null
  const secret = env.RISK_SECRET || (sandbox ? sandboxDefaults.RISK_SECRET : requireVariable(env, 'RISK_SECRET'))
  if (!/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(secret))
    throw new ConfigError('RISK_SECRET must be whsec_ and a key in base64.')
  if (!sandbox && !address.startsWith('https:')) throw new ConfigError('RISK_URL must be a URL with https.')
  return { url: checkedUrl('RISK_URL', address), secret, local: sandbox !== null }
}
