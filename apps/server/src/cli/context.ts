import { operatorActor } from '@kushi/shop/actor'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { readLastBackupTime } from '../config/last-backup.ts'
import type { Deps } from '../deps/deps.ts'

/** The context of a command; the audit log records `shop <action>`. */
export const commandContext = async (
  deps: Deps,
  action: string,
  given: Partial<AdminContext> = {},
): Promise<AdminContext> => ({
  ...(await deps.base(given.shop_id ?? deps.config.default_shop_id)),
  shop_id: deps.config.default_shop_id,
  client_id: 'コマンド',
  customer_id: null,
  token_hash: null,
  ip: '',
  user_agent: '',
  actor: operatorActor({ id: null, name: 'コマンド' }),
  operator: null,
  action: `shop ${action}`,
  trail: { entries: 0 },
  is_demo: deps.is_demo,
  lastBackup: async () => (await readLastBackupTime(deps.config.environment)) ?? null,
  setSession: () => undefined,
  ...given,
})
