import type { MasterData } from '@kushi/contract/setting'
import { masterData } from '../master-data.ts'

/** 置き配 places to choose from; without them the place is written out. */
export const loadNotes = (): Promise<MasterData[]> => masterData('delivery_note').catch(() => [])
