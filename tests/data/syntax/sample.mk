include config.mk

CC := gcc
OBJECTS = main.o util.o

define compile
$(CC) -c $< -o $@
endef

.PHONY: all clean

# Builds everything.
all: program

program: $(OBJECTS)
	$(CC) -o $@ $^

clean:
	rm -f program $(OBJECTS)
