package portal

import (
	"slices"
	"strings"
	"unicode"
)

// importHeadings are the headings of the columns of imported files, besides the names of the columns themselves: the
// labels of the client in all languages (TestImportWords compares them with the texts of the client).
var importHeadings = map[string][]string{
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
	"serialNumber": {
		"Sorozatszám", "Serial number", "Seriennummer", "Numéro de série", "Número de serie", "Número de série",
		"Sériové číslo", "Gyári szám", "Număr de serie", "シリアル番号", "序列号",
	},
	"name": {
		"Machine", "Maschine", "Name", "Nom", "Nombre", "Nome", "Název", "Név", "Nume", "Názov", "名称",
	},
	"location": {
		"Site", "Location", "Standort", "Ubicación", "Localização", "Provozovna", "Telephely", "Locație", "Prevádzka",
		"拠点", "地点",
	},
}

// applicationNames are the names of the applications in all languages of the client.
var applicationNames = map[Service][]string{
	DirectService: {
		"Direct service", "Direct Service",
	},
	Ticketing: {
		"Service tickets", "Servicetickets", "Tickets de service", "Tickets de servicio", "Chamados de serviço",
		"Servisní požadavky", "Hibajegyek", "Tichete de service", "Servisné požiadavky", "サービスチケット", "服务工单",
	},
	Inventory: {
		"Inventory", "Maschinenbestand", "Parc de machines", "Inventario de máquinas", "Inventário de máquinas",
		"Inventář strojů", "Gépállomány", "Inventarul mașinilor", "Inventár strojov", "機械一覧", "设备清单",
	},
	Artemis: {
		"Wire-flow",
	},
	MasterDataWM: {
		"Master data: wires", "Stammdaten: Leitungen", "Données de base : fils", "Datos maestros: cables",
		"Dados mestres: fios", "Kmenová data: vodiče", "Törzsadatok: vezetékek", "Date de bază: fire",
		"Kmeňové údaje: vodiče", "マスターデータ：電線", "主数据：导线",
	},
	MasterDataMDS: {
		"Master data: terminals", "Stammdaten: Kontakte", "Données de base : contacts", "Datos maestros: terminales",
		"Dados mestres: terminais", "Kmenová data: kontakty", "Törzsadatok: érintkezők", "Date de bază: contacte",
		"Kmeňové údaje: kontakty", "マスターデータ：端子", "主数据：端子",
	},
	LearningService: {
		"Learning", "Lernen", "Formation", "Formación", "Treinamento", "Školení", "Képzés", "Instruire", "Školenia",
		"ラーニング", "学习",
	},
}

// roleNames are the names of the roles of an imported file: their codes, and their names in all languages of the
// client. An internal administrator cannot be invited.
var roleNames = map[AdministratorRole][]string{
	AdministratorNone: {
		"User", "Benutzer", "Utilisateur", "Usuario", "Usuário", "Uživatel", "Felhasználó", "Utilizator", "Používateľ",
		"ユーザー", "用户",
	},
	AdministratorExternal: {
		"Administrator", "Administration", "Administrateur", "Administrador", "Správce", "Rendszergazda", "Správca",
		"管理者", "管理员",
	},
}

// normalWord returns a heading or name without letter case, spaces, invisible characters and punctuation.
func normalWord(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// The codes, and the headings and names in all languages, by their normal words.
var (
	columnsByWord      = byWord(importHeadings)
	applicationsByWord = byWord(applicationNames)
	rolesByWord        = byWord(roleNames)
)

// byWord returns the values of words by the normal words. A heading can be the one of several columns.
func byWord[Value ~string](words map[Value][]string) map[string][]Value {
	values := map[string][]Value{}
	for value, names := range words {
		for _, name := range append([]string{string(value)}, names...) {
			values[normalWord(name)] = append(values[normalWord(name)], value)
		}
	}
	return values
}

// columnOf returns the name of the column with a heading; empty for another heading.
func columnOf(heading string, columns []string) string {
	for _, column := range columnsByWord[normalWord(heading)] {
		if slices.Contains(columns, column) {
			return column
		}
	}
	return ""
}

// applicationNamed returns the application with a code or name; ok is false for another text.
func applicationNamed(text string) (found Service, ok bool) {
	if named := applicationsByWord[normalWord(text)]; len(named) > 0 {
		return named[0], true
	}
	return "", false
}

// roleNamed returns the role of a cell; ok is false for another text.
func roleNamed(text string) (role AdministratorRole, ok bool) {
	if text == "" {
		return AdministratorNone, true
	}
	if named := rolesByWord[normalWord(text)]; len(named) > 0 {
		return named[0], true
	}
	return "", false
}
