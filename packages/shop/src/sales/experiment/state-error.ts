import { ShopError } from '../../shop-error.ts'

export const experimentStateError = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)

/** The refusal to delete a page or an offer that is being compared. */
export const NOT_DELETED_WHILE_COMPARED_TEXT = 'くらべているあいだは、削除できません。'
