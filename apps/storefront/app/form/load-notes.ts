import type { MasterData } from '@kushi/contract/setting'
import { masterData } from '../master-data.ts'

/** 置き配 places to choose from. Without them the customer types the place. */
export const loadNotes = (): Promise<MasterData[]> => masterData('delivery_note').catch(() => [])
