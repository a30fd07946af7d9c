import type { Call } from '../gmo.ts'
import { alterTran } from './alter-tran.ts'
import { deleteCard, saveCard, searchCard, searchCardDetail, tradedCard } from './cards.ts'
import { changeTran } from './change-tran.ts'
import { cvsCancel, entryTranCvs, execTranCvs } from './cvs.ts'
import { entryTran } from './entry-tran.ts'
import { execTran } from './exec-tran.ts'
import { cancelTranGanb, entryTranGanb, execTranGanb, inquiryTransferGanb } from './ganb.ts'
import { deleteMember, saveMember, searchMember, updateMember } from './members.ts'
import { searchTrade } from './search-trade.ts'
import { searchTradeMulti } from './search-trade-multi.ts'
import { secureTran2 } from './secure-tran2.ts'

/** Every call by the name in its path, `/payment/<Name>.idPass`. */
export const CALLS: Readonly<Record<string, Call>> = {
  EntryTran: entryTran,
  ExecTran: execTran,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  ChangeTran: changeTran,
  SearchTrade: searchTrade,
  EntryTranCvs: entryTranCvs,
  ExecTranCvs: execTranCvs,
  CvsCancel: cvsCancel,
  EntryTranGANB: entryTranGanb,
  ExecTranGANB: execTranGanb,
  CancelTranGANB: cancelTranGanb,
  InquiryTransferGANB: inquiryTransferGanb,
  SearchTradeMulti: searchTradeMulti,
  SaveMember: saveMember,
  UpdateMember: updateMember,
  DeleteMember: deleteMember,
  SearchMember: searchMember,
  SaveCard: saveCard,
  SearchCard: searchCard,
  DeleteCard: deleteCard,
  TradedCard: tradedCard,
  SearchCardDetail: searchCardDetail,
}
