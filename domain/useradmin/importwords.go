package useradmin

import (
	"strand/domain/csvimport"
	"strand/domain/portal"
)

// invitationHeadings are the columns of a file with invitations, with the labels of the client in all languages
// (TestImportWords compares them with the texts of the client).
var invitationHeadings = csvimport.NewWords(map[string][]string{
	"email": {
		"Email", "E-Mail", "E-mail", "Correo electrónico", "メールアドレス", "电子邮件", "Email address", "E-Mail-Adresse",
		"Adresse e-mail", "Dirección de correo electrónico", "Endereço de e-mail", "E-mailová adresa", "E-mail-cím",
		"Adresă de e-mail", "电子邮件地址",
	},
	"firstName": {
		"First name", "Vorname", "Prénom", "Nombre", "Nome", "Jméno", "Keresztnév", "Prenume", "Meno", "名", "名字",
	},
	"lastName": {
		"Last name", "Nachname", "Nom", "Apellidos", "Sobrenome", "Příjmení", "Vezetéknév", "Nume", "Priezvisko", "姓",
		"姓氏",
	},
	"organization": {
		"Organization", "Organisation", "Organización", "Organização", "Organizace", "Szervezet", "Organizație",
		"Organizácia", "組織", "组织",
	},
	"applications": {
		"Applications", "Anwendungen", "Aplicaciones", "Aplicativos", "Aplikace", "Alkalmazások", "Aplicații",
		"Aplikácie", "アプリケーション", "应用",
	},
	"role": {
		"Role", "Rolle", "Rôle", "Rol", "Função", "Szerepkör", "Rola", "役割", "角色",
	},
})

// applicationNames are the names of the applications in all languages of the client.
var applicationNames = csvimport.NewWords(map[portal.Service][]string{
	portal.DirectService: {
		"Direct service", "Direct Service",
	},
	portal.Ticketing: {
		"Service tickets", "Servicetickets", "Tickets de service", "Tickets de servicio", "Chamados de serviço",
		"Servisní požadavky", "Hibajegyek", "Tichete de service", "Servisné požiadavky", "サービスチケット", "服务工单",
	},
	portal.Inventory: {
		"Inventory", "Maschinenbestand", "Parc de machines", "Inventario de máquinas", "Inventário de máquinas",
		"Inventář strojů", "Gépállomány", "Inventarul mașinilor", "Inventár strojov", "機械一覧", "设备清单",
	},
	portal.Artemis: {
		"Wire-flow",
	},
	portal.MasterDataWM: {
		"Master data: wires", "Stammdaten: Leitungen", "Données de base : fils", "Datos maestros: cables",
		"Dados mestres: fios", "Kmenová data: vodiče", "Törzsadatok: vezetékek", "Date de bază: fire",
		"Kmeňové údaje: vodiče", "マスターデータ：電線", "主数据：导线",
	},
	portal.MasterDataMDS: {
		"Master data: terminals", "Stammdaten: Kontakte", "Données de base : contacts", "Datos maestros: terminales",
		"Dados mestres: terminais", "Kmenová data: kontakty", "Törzsadatok: érintkezők", "Date de bază: contacte",
		"Kmeňové údaje: kontakty", "マスターデータ：端子", "主数据：端子",
	},
	portal.LearningService: {
		"Learning", "Lernen", "Formation", "Formación", "Treinamento", "Školení", "Képzés", "Instruire", "Školenia",
		"ラーニング", "学习",
	},
})

// roleNames are the names of the roles of an imported file: their codes, and their names in all languages of the
// client. An internal administrator cannot be invited.
var roleNames = csvimport.NewWords(map[portal.AdministratorRole][]string{
	portal.AdministratorNone: {
		"User", "Benutzer", "Utilisateur", "Usuario", "Usuário", "Uživatel", "Felhasználó", "Utilizator", "Používateľ",
		"ユーザー", "用户",
	},
	portal.AdministratorExternal: {
		"Administrator", "Administration", "Administrateur", "Administrador", "Správce", "Rendszergazda", "Správca",
		"管理者", "管理员",
	},
})

// roleNamed returns the role of a cell; ok is false for another text.
func roleNamed(text string) (role portal.AdministratorRole, ok bool) {
	if text == "" {
		return portal.AdministratorNone, true
	}
	return roleNames.Named(text)
}
