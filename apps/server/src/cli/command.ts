import type { AdminContext } from '@kushi/shop/foundation/admin/context'

/** Options of the command line, by name. */
export interface CommandOptions {
  tracking?: string | undefined
  shipment?: string | undefined
  items?: string | undefined
  temperature?: string | undefined
  carrier?: string | undefined
  status?: string | undefined
  amount?: string | undefined
  days?: string | undefined
  list?: string | undefined
  matched?: string | undefined
  refused?: string | undefined
  stay?: string | undefined
  'without-backup'?: boolean | undefined
  guests?: boolean | undefined
  departed?: boolean | undefined
  out?: string | undefined
  reason?: string | undefined
  accept?: string | undefined
  replace?: boolean | undefined
  role?: string | undefined
  filter?: string | undefined
  from?: string | undefined
  to?: string | undefined
  detail?: string | undefined
  file?: string | undefined
  body?: string | undefined
  'body-file'?: string | undefined
  quiet?: boolean | undefined
  advert?: boolean | undefined
  yes?: boolean | undefined
  'all-shops'?: boolean | undefined
  'dry-run'?: boolean | undefined
  'keep-subscription'?: boolean | undefined
}
/** One command, and how it is typed. */
export interface Command {
  usage: string
  run(ctx: AdminContext, subject: string | undefined, options: CommandOptions): Promise<readonly object[]>
}

/** A mistake of the operator who typed the command; reported in one sentence. */
export class UsageError extends Error {}
