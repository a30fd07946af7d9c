import { MOVE_BACKUP_HOURS, WITHOUT_BACKUP_CONFIRMATION } from '@kushi/values/move-in'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { refusedField } from '../../shop-error.ts'

/** Whether a backup that was made then lets a move begin. */
export const isBackupRecent = ({ clock }: Pick<AdminContext, 'clock'>, made: Date | null | undefined): boolean =>
  made != null && clock.now().getTime() - made.getTime() <= MOVE_BACKUP_HOURS * 3_600_000

/**
 * The first step of a move and of taking it back: a backup, or the operator's words that there is none.
 * @throws ShopError 422
 */
export async function requireBackup(ctx: AdminContext, without_backup: string | undefined): Promise<void> {
  if (without_backup === WITHOUT_BACKUP_CONFIRMATION || isBackupRecent(ctx, await ctx.lastBackup?.())) return
  throw refusedField(
    'without_backup',
    `この${MOVE_BACKUP_HOURS}時間のバックアップが確かめられません。先にバックアップを取るか、「${WITHOUT_BACKUP_CONFIRMATION}」と入力してください。`,
  )
}
