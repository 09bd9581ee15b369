module github.com/postrider/postrider/clients/go

go 1.19
